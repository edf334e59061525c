"""A client that is made of a museum's own descriptions: its calls of openapi.yaml, its frames of asyncapi.yaml.

    client.py URL MACHINE: plays a game there, reads what came of it, and prints both as JSON
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

import websocket
import yaml


def fetch(url):
    with urllib.request.urlopen(url, timeout=180) as answer:
        return answer.read()


def follow(document, value):
    """What a reference leads to: within its own document, nowhere else."""
    while "$ref" in value:
        reference = value["$ref"]
        assert reference.startswith("#/"), f"{reference} leads to another document"
        value = document
        for part in reference[2:].split("/"):
            value = value[urllib.parse.unquote(part).replace("~1", "/").replace("~0", "~")]
    return value


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def has_type(name, value):
    if name in ("number", "integer"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check(document, schema, value, where):
    """Holds a value against the parts of JSON Schema that decide how a client reads it."""
    schema = follow(document, schema)
    if "anyOf" in schema:
        for choice in schema["anyOf"]:
            try:
                return check(document, choice, value, where)
            except AssertionError:
                continue
        raise AssertionError(f"{where} fits no choice: {value!r}")
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert any(has_type(name, value) for name in types), f"{where} is {value!r}, no {types}"
    if "enum" in schema:
        assert value in schema["enum"], f"{where} is {value!r}"
    if "const" in schema:
        assert value == schema["const"], f"{where} is {value!r}"
    if isinstance(value, dict):
        members = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in value]
        assert not missing, f"{where} lacks {missing}"
        for name, member in value.items():
            assert name in members or schema.get("additionalProperties", True), f"{where} has {name}"
            check(document, members.get(name, {}), member, f"{where}.{name}")
    if isinstance(value, list):
        for number, item in enumerate(value):
            check(document, schema.get("items", {}), item, f"{where}[{number}]")


class Museum:
    """Every operation of openapi.yaml, by its name."""

    def __init__(self, url):
        self.url = url
        self.document = yaml.safe_load(fetch(url + "/api/v1/openapi.yaml"))
        self.operations = {}
        for path, item in self.document["paths"].items():
            for method in ("get", "post"):
                if method in item:
                    self.operations[item[method]["operationId"]] = (path, method, item)

    def call(self, operation, **given):
        path, method, item = self.operations[operation]
        query = {}
        for parameter in item.get("parameters", []) + item[method].get("parameters", []):
            parameter = follow(self.document, parameter)
            name = parameter["name"]
            if name not in given:
                assert not parameter.get("required"), f"{operation} needs {name}"
            elif parameter["in"] == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(given.pop(name), safe=""))
            else:
                query[name] = given.pop(name)
        assert not given, f"{operation} takes no {given}"
        request = urllib.request.Request(
            self.url + path + ("?" + urllib.parse.urlencode(query) if query else ""), method=method.upper()
        )
        try:
            with urllib.request.urlopen(request, timeout=180) as answer:
                status, kind, body = answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as error:
            status, kind, body = error.code, error.headers.get_content_type(), error.read()
        told = follow(self.document, item[method]["responses"][str(status)])["content"][kind]
        value = json.loads(body)
        check(self.document, told["schema"], value, operation)
        return status, value


class Table:
    """A seat at a machine, as asyncapi.yaml describes it."""

    def __init__(self, url, machine):
        document = yaml.safe_load(fetch(url + "/api/v1/asyncapi.yaml"))
        self.messages = json.loads(fetch(url + "/api/v1/messages.schema.json"))
        channel = document["channels"]["play"]
        self.frames = set(channel["messages"])
        address = url.replace("http", "ws", 1) + channel["address"] + "?machine=" + urllib.parse.quote(machine)
        self.socket = websocket.create_connection(address, subprotocols=["menagerie.v1"], timeout=180)

    def hold(self, frame):
        assert frame["type"] in self.frames, frame
        check(self.messages, {"$ref": "#/$defs/" + frame["type"]}, frame, frame["type"])
        return frame

    def take(self, wanted):
        frame = self.hold(json.loads(self.socket.recv()))
        assert frame["type"] == wanted, frame
        return frame

    def send(self, **frame):
        self.socket.send(json.dumps(self.hold(frame)))

    def play(self):
        """A game with the first legal move each time; returns how it was played and what the machine learned."""
        hello = self.take("hello")
        self.send(type="begin", **({"seat": "second"} if hello["seat"] == "either" else {}))
        moves, state = [], self.take("state")
        while True:
            moves += [ply["move"] for ply in state["played"]]
            if "outcome" in state:
                return moves, self.take("learned")
            self.send(type="move", episode=state["episode"], ply=state["ply"], move=state["legal"][0])
            state = self.take("state")


def main(url, machine):
    museum, table = Museum(url), Table(url, machine)
    moves, learned = table.play()
    table.socket.close()
    _, episode = museum.call("showEpisode", machine=machine, id=learned["episode"])
    _, draws = museum.call("showDrawsJson", machine=machine, episode=learned["episode"])
    _, figures = museum.call("showMachine", machine=machine)
    status, problem = museum.call("showMachine", machine="nobody")
    print(json.dumps({"moves": moves, "learned": learned, "episode": episode, "draws": draws, "figures": figures,
                      "refused": [status, problem["title"]]}))


if __name__ == "__main__":
    main(*sys.argv[1:])

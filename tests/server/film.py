"""Reads pieces of a machine's film, as schema/README.md describes them: python3 film.py FILE...

Prints a JSON object for each row, with what lies in the boxes then.
"""
import json
import sys

KINDS = ["episode", "start", "reset", "rewind", "unteach", "fork", "freeze", "thaw", "topup"]
RESULTS = ["win", "draw", "loss", "itself"]


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        piece = self.data[self.at:self.at + length]
        assert len(piece) == length, "the film breaks off"
        self.at += length
        return piece

    def number(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def signed(self):
        number = self.number()
        return -(number + 1) // 2 if number % 2 else number // 2

    def tally(self):
        return [self.number() for _ in range(4)]


def changes_of(film, same):
    count, place = film.number(), 0
    by = film.signed() if same and count else 0
    for _ in range(count):
        place += film.signed()
        yield place, by if same else film.signed()


def rows_of(data):
    film = Bytes(data)
    assert film.take(8) == b"MENFILM\x01", "this is no film, or of another version"
    first, last = film.number(), film.number()
    time, era, era_seq = film.number(), film.number(), film.number()
    tally, era_tally = film.tally(), film.tally()
    sizes, beads, boards = [], [], [None]
    for _ in range(film.number()):
        sizes.append(film.number())
        beads += [film.number() for _ in range(sizes[-1])]
    for seq in range(first, last + 1):
        head = film.take(1)[0]
        kind, result = KINDS[head & 15], RESULTS[head >> 4 & 3]
        time += film.signed()
        if head & 128:
            for _ in range(film.number()):
                size, start = film.number(), film.number()
                sizes.append(size)
                beads += [start] * size
        for place, by in changes_of(film, head & 64):
            beads[place] += by
        if kind in ("start", "reset", "fork"):
            era, era_seq, era_tally = era + 1, seq, [0] * 4
        board = None
        if kind == "episode":
            number = film.number()
            if number == 0:
                number = len(boards)
                boards.append(film.take(film.number()).decode())
            board = boards[number]
            for each in (tally, era_tally):
                each[0] += 1
                if result != "itself":
                    each[1 + RESULTS.index(result)] += 1
        counts, at = [], 0
        for size in sizes:
            counts.append(beads[at:at + size])
            at += size
        yield {"seq": seq, "kind": kind, "result": result if board is not None else None, "time_s": time, "era": era, "era_seq": era_seq,
               "tally": tally, "era_tally": era_tally, "board": board, "boxes": counts}
    assert film.at == len(data), "the film goes on behind its end"


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for row in rows_of(file.read()):
            print(json.dumps(row))

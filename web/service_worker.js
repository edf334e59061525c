/**
 * While the server is away a reload shows our own page in place of the browser's; at a kiosk, the kiosk's page. Nothing
 * else is kept: what the server sends is always used where it answers.
 */
const CACHE = "menagerie-offline-1";
const KIOSK = "menagerie-kiosk-1";
const FILES = [
  "offline.html",
  "favicon.svg",
  "css/base.css",
  "css/lost.css",
  "js/offline.js",
  "js/offline_storage.js",
  "js/root.js",
  "js/language.js",
  "js/messages/en.js",
  "js/messages/de.js",
  "fonts/league-gothic-latin-400-normal.woff2",
  "fonts/source-serif-4-latin-400-normal.woff2",
  "fonts/inter-latin-500-normal.woff2",
].map((file) => new URL(file, location.href).pathname);
const API = new URL("api/", location.href).pathname;
const GATEWAY_ERRORS = [502, 503, 504]; // a proxy before the server says that it is away

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  ),
);

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE && name !== KIOSK).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  ),
);

/** A page from the server, or ours where there is none. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (!GATEWAY_ERRORS.includes(answer.status)) return answer;
  } catch {
    // the server is away
  }
  const { pathname, searchParams } = new URL(request.url);
  const kept = searchParams.has("kiosk") ? await caches.match(pathname, { cacheName: KIOSK }) : undefined;
  return kept ?? (await caches.match(FILES[0])) ?? Response.error();
}

/** A file of our own page: from the server, or as it was kept. */
async function file(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok) keep(path, answer.clone());
    return answer;
  } catch {
    return (await caches.match(path)) ?? Response.error();
  }
}

/** The newest of each file is kept, so that our page fits the server's version. */
async function keep(path, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(path, answer);
}

/** Keeps a kiosk's page with all that it loads, as they are now. @param {string[]} paths */
async function keepKiosk(paths) {
  const cache = await caches.open(KIOSK);
  for (const path of paths) {
    try {
      const answer = await fetch(path);
      if (answer.ok) await cache.put(path, answer);
    } catch {
      return; // the server is away: what was kept before stays
    }
  }
}

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepKiosk(event.data.keep));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith(API)) event.respondWith(page(request));
  } else if (FILES.includes(url.pathname)) event.respondWith(file(request, url.pathname));
  else if (/\.(js|css|woff2|svg)$/.test(url.pathname))
    event.respondWith(
      fetch(request).catch(async () => (await caches.match(url.pathname, { cacheName: KIOSK })) ?? Response.error()),
    );
});

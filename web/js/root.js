const own = new URL("..", import.meta.url);

/** Where the house's pages begin: "/", or the path that a proxy has them under, "/menagerie/". */
export const root = own.protocol === "file:" ? "/" : own.pathname; // a file: a test outside of a browser

/** The address of something of this house. @param {string} path without a slash in front */
export const here = (path) => `${root}${path}`;

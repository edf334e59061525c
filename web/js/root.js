const own = new URL("..", import.meta.url);

/** Where the museum's pages begin: "/", or the path that a proxy has them under, "/menagerie/". */
export const root = own.protocol === "file:" ? "/" : own.pathname; // a file: a test outside of a browser

/** The number of the box that the address names, as the codes on printed labels do; 0 where it names none. */
export const boxInAddress = () => Number(location.hash.match(/^#box-(\d{1,9})$/)?.[1] ?? 0);

/** The address of something of this museum. @param {string} path without a slash in front */
export const here = (path) => `${root}${path}`;

/** Whether the museum is only looked at: the server says so in its pages. */
export const readOnly = typeof document !== "undefined" && document.documentElement.dataset.readOnly !== undefined;

/** What the page's own game adds around all modes. The site builder writes home.js. */
export const home: import("#shared/app.js").Home;

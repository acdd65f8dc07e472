// Where the server is: beside the page.
export const addressOfApi = (path: string): string => new URL(`api/${path}`, document.baseURI).href;

export const addressOfSocket = (name: string): string =>
  addressOfApi(`tables/${encodeURIComponent(name)}/socket`).replace(/^http/, 'ws');

export interface Request {
  method: string;
  path: string;
  host: string;
}

export type Handler = (request: Request) => string;

export class NotFound extends Error {
  constructor(path: string) {
    super(`nothing at ${path}`);
  }
}

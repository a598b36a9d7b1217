import type { Handler, Request } from './types';
import { NotFound } from './types';

/** Finds the handler for a path. */
export class Router {
  private readonly routes = new Map<string, Handler>();

  on(path: string, handler: Handler): this {
    this.routes.set(path, handler);
    return this;
  }

  /** Answers a request, or fails with {@link NotFound}. */
  handle(request: Request): string {
    const handler = this.routes.get(request.path);
    if (handler === undefined) {
      throw new NotFound(request.path);
    }
    return handler(request);
  }
}

export function parse(line: string): Request;
export function parse(line: string, host: string): Request;
export function parse(line: string, host = 'localhost'): Request {
  const [method, path] = line.split(' ');
  return { method, path, host };
}

import assert from 'node:assert/strict';
import type { JsonObject } from '@flight-offset/core/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A response with its body read. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Checks requests and responses against an OpenAPI document, and counts the responses seen. */
export interface DocumentChecker {
  /** Number of valid responses. */
  readonly valid: number;
  /**
   * Checks status, headers, media type and body of a response.
   * @param path Path without the base URL; a query is ignored.
   * @throws AssertionError if the document has no such response, or a different one.
   */
  response(method: string, path: string, response: ReadResponse): void;
  /** Tests whether the document allows this body. */
  allowsRequest(operationId: string, body: unknown): boolean;
  /** Returns `operationId status` of every documented response that was not seen. */
  unseen(): string[];
}

interface Media {
  readonly content?: Readonly<Record<string, object>>;
}

interface DocumentedResponse extends Media {
  readonly headers?: Readonly<Record<string, object>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** Escapes a part of a JSON pointer. */
const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Returns a pattern for a path of the document; those with fewer parameters and longer texts come first. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
}

/** Makes a checker. */
export function openApiChecker(document: JsonObject): DocumentChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const paths = Object.entries(document.paths as Record<string, Record<string, DocumentedOperation>>).sort(
    ([a], [b]) => Number(a.endsWith('}')) - Number(b.endsWith('}')),
  );
  const seen = new Set<string>();
  let valid = 0;

  function validator(...pointer: string[]): ValidateFunction {
    const validate = ajv.getSchema(`document#/${pointer.map(escaped).join('/')}`);
    assert.ok(validate, `the document has no ${pointer.join(' ')}`);
    return validate as ValidateFunction;
  }

  function find(method: string, path: string): [template: string, operation: DocumentedOperation] {
    const called = path.replace(/\?.*/, '');
    const found = paths.find(([template, item]) => item[method] && patternOf(template).test(called));
    assert.ok(found, `the document has no ${method} ${called}`);
    return [found[0], found[1][method] as DocumentedOperation];
  }

  return {
    get valid() {
      return valid;
    },
    response(method, path, { status, headers, text }) {
      const name = method.toLowerCase();
      const [template, { operationId, responses }] = find(name, path);
      const where = `${operationId} ${status}`;
      const documented = responses[status];
      assert.ok(documented, `${where} is not documented: ${text.slice(0, 300)}`);
      for (const header of Object.keys(documented.headers ?? {}))
        assert.ok(headers.has(header), `${where} has no header ${header}`);
      const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
      assert.ok(Object.hasOwn(documented.content ?? {}, mediaType), `${where} is ${mediaType}`);
      if (mediaType === 'application/json') {
        const validate = validator(
          'paths',
          template,
          name,
          'responses',
          String(status),
          'content',
          mediaType,
          'schema',
        );
        assert.ok(validate(JSON.parse(text)), `${where}: ${ajv.errorsText(validate.errors)} in ${text}`);
      }
      seen.add(where);
      valid += 1;
    },
    allowsRequest(operationId, body) {
      for (const [template, item] of paths) {
        const [method] =
          Object.entries(item).find(([, operation]) => operation.operationId === operationId) ?? [];
        if (!method) continue;
        return validator(
          'paths',
          template,
          method,
          'requestBody',
          'content',
          'application/json',
          'schema',
        )(body) as boolean;
      }
      throw new Error(`the document has no ${operationId}`);
    },
    unseen: () =>
      paths.flatMap(([, item]) =>
        Object.values(item).flatMap(({ operationId, responses }) =>
          Object.keys(responses)
            .map((status) => `${operationId} ${status}`)
            .filter((name) => !seen.has(name)),
        ),
      ),
  };
}

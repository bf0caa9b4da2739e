import type { ErrorCodeNumber } from './error-codes.ts';

const CODES: readonly unknown[] = [40402, 40404] satisfies ErrorCodeNumber[];

/** Whether the code of an Error means that there is no such order or statement: then the service has the endpoint. */
export const isMissingObject = (error: number | undefined): boolean => CODES.includes(error);

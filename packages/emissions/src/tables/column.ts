/** A column of packed numbers: the first estimate needs a few, a busy server all. */
import { requireLength } from './corrupt-data.ts';
import { columnAt, columnOf } from './digits.ts';

/** Numbers read from the packed text before an array is made of it, which takes about a millisecond. */
const PACKED_READS = 128;

/** A column of numbers of one or two digits. */
export class Column {
  readonly #text: string;
  readonly #width: number;
  #reads = 0;
  #numbers: Uint16Array | undefined;

  /** `count` numbers of one or two digits, packed as `text`; `table` is its name in errors. */
  constructor(table: string, text: string, width: 1 | 2, count: number) {
    this.#text = requireLength(table, text, width * count);
    this.#width = width;
  }

  /** Returns the number in place `i`, from 0. */
  at(i: number): number {
    const numbers = this.#numbers;
    return numbers === undefined ? this.#read(i) : numbers[i]!;
  }

  /** Returns all numbers, by place; read-only. */
  all(): Uint16Array {
    this.#numbers ??= new Uint16Array(columnOf(this.#text, this.#width));
    return this.#numbers;
  }

  #read(i: number): number {
    if (++this.#reads > PACKED_READS) return this.all()[i]!;
    return columnAt(this.#text, this.#width, i);
  }
}

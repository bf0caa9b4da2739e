/** Reason for refusing a booking, in words for the traveller. */
export class BookingError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Messages that name the product: aviation-fuel certificates have their own wording. */
export type ProductMessage =
  | 'creditsToBuy'
  | 'creditsAllocated'
  | 'creditsPartlyRetired'
  | 'creditsRetired'
  | 'creditsReturned'
  | 'creditsNote'
  | 'project'
  | 'completedAllocated'
  | 'completedPartlyRetired'
  | 'completedRetired'
  | 'completedReturned'
  | 'failedNote'
  | 'notACancellation';

/** All texts of the payment page and the receipt. `{name}` marks a place to fill in. */
export interface Messages {
  /** A mass of `{n}` kilograms of CO₂e. */
  readonly kilograms: string;
  /** A mass of `{n}` tonnes of CO₂e. */
  readonly tonnes: string;
  readonly title: string;
  readonly orderFor: string;
  readonly order: string;
  readonly creditsToBuy: string;
  readonly creditsAllocated: string;
  readonly creditsPartlyRetired: string;
  readonly creditsRetired: string;
  readonly creditsReturned: string;
  readonly creditsNote: string;
  /** Wording for aviation-fuel certificates. */
  readonly fuel: Readonly<Record<ProductMessage, string>>;
  readonly project: string;
  /** Label of the portfolio that the payer chose. */
  readonly choice: string;
  readonly registry: string;
  /** Label of the vintage years of the credits. */
  readonly vintage: string;
  readonly ccpLabel: string;
  readonly pricePerTonne: string;
  readonly netAmount: string;
  readonly sellerId: string;
  /** The seller's name, address and contact. */
  readonly seller: string;
  readonly imprint: string;
  readonly terms: string;
  readonly privacy: string;
  readonly accessibility: string;
  /** The withdrawal function, in the words of Article 11a of Directive 2011/83/EU and of the laws enacting it. */
  readonly withdraw: string;
  readonly toPay: string;
  readonly paid: string;
  readonly payButton: string;
  readonly cancel: string;
  readonly cancelAndReturn: string;
  readonly returnTo: string;
  readonly notACancellation: string;
  readonly sandboxNote: string;
  readonly card: string;
  readonly cardAccepted: string;
  readonly cardRefused: string;
  readonly cardProblem: string;
  readonly cardDeclined: string;
  readonly providerProblem: string;
  readonly payAt: string;
  /** Time left to pay an order, and its end. */
  readonly payUntil: string;
  readonly moreTime: string;
  readonly noMoreTime: string;
  /** In place of the payment form, if no provider takes payments. */
  readonly paidWithBooking: string;
  readonly completed: string;
  /** Heading of an order that cost nothing: no payment has arrived. */
  readonly completedFree: string;
  /** Headings of a paid order whose credits returned to stock: after its money was refunded, and before. */
  readonly refundedTitle: string;
  readonly refundingTitle: string;
  /** By retirement state. */
  readonly completedAllocated: string;
  readonly completedPartlyRetired: string;
  readonly completedRetired: string;
  readonly completedReturned: string;
  readonly failed: string;
  readonly failedNote: string;
  readonly expired: string;
  readonly bookingNote: string;
  readonly refundDue: string;
  readonly refunded: string;
  /** The same, if the merchant collected the money with the booking. */
  readonly refundedByMerchant: string;
  readonly refundedAmount: string;
  readonly waiting: string;
  readonly waitingNote: string;
  readonly checkAgain: string;
  readonly receipt: string;
  readonly receiptPdf: string;
  readonly receiptSigned: string;
  readonly receiptCheck: string;
  readonly paidOn: string;
  readonly transaction: string;
  readonly registryRetirement: string;
  readonly receiptProof: string;
  /** The public page of retirements. */
  readonly retirements: string;
  readonly retirementsNote: string;
  readonly retirementsNone: string;
  readonly retirementsOlder: string;
  readonly batchOrders: string;
  readonly batchGrams: string;
  readonly batchPart: string;
  readonly batchPublished: string;
  readonly batchSigned: string;
  readonly batchCorrected: string;
  readonly emissionsModel: string;
  readonly emissionsModelNote: string;
  /** Heading of the names of those who publish the figures. */
  readonly emissionPublishers: string;
  readonly receiptQr: string;
  readonly notFound: string;
  readonly notFoundNote: string;
  readonly paidNotFoundNote: string;
  readonly noReceipt: string;
  readonly noReceiptNote: string;
  readonly noRetirement: string;
  readonly noPage: string;
  readonly away: string;
  readonly awayNote: string;
  readonly refused: string;
  readonly refusedNote: string;
  readonly fault: string;
  readonly faultNote: string;
  readonly tryAgain: string;
}

/** A message that is the same for every product. */
export type MessageKey = Exclude<keyof Messages, 'fuel'>;

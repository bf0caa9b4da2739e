/** Messages that name what is bought: of aviation-fuel certificates each has a wording of its own. */
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

/** Every word of the payment page and the receipt. `{name}` marks what is filled in. */
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
  /** Wording for certificates of aviation fuel. */
  readonly fuel: Readonly<Record<ProductMessage, string>>;
  readonly project: string;
  /** What the payer chose. */
  readonly choice: string;
  readonly registry: string;
  /** The years that the credits stand for. */
  readonly vintage: string;
  readonly ccpLabel: string;
  readonly pricePerTonne: string;
  readonly netAmount: string;
  readonly sellerId: string;
  /** Who sells, by name, address and contact. */
  readonly seller: string;
  readonly imprint: string;
  readonly terms: string;
  readonly privacy: string;
  readonly accessibility: string;
  /** The withdrawal function, in the words of Article 11a of Directive 2011/83/EU and of what enacts it. */
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
  /** In place of the payment form, where no provider takes payments. */
  /** How long an order can be paid from now on, and when that ends. */
  readonly payUntil: string;
  readonly moreTime: string;
  readonly noMoreTime: string;
  readonly paidWithBooking: string;
  readonly completed: string;
  /** Heading of an order that cost nothing: no payment has arrived. */
  readonly completedFree: string;
  /** Headings of a paid order whose credits returned to stock: once its money was refunded, and before. */
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
  /** The same where the merchant collected the money with the booking. */
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
  /** Heads the names of those who publish the figures. */
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

/** A message that is the same whatever is bought. */
export type MessageKey = Exclude<keyof Messages, 'fuel'>;

import type { Messages } from './messages.ts';

/** German. */
export const de: Messages = {
  kilograms: '{n} kg CO₂e',
  tonnes: '{n} t CO₂e',
  title: 'Ihr Beitrag',
  orderFor: 'Bestellung {order} für {name}',
  order: 'Bestellung {order}',
  creditsToBuy: 'CO₂-Zertifikate, die gekauft und stillgelegt werden',
  creditsAllocated: 'CO₂-Zertifikate zugeteilt, noch nicht stillgelegt',
  creditsPartlyRetired: 'CO₂-Zertifikate, teilweise stillgelegt',
  creditsRetired: 'Stillgelegte CO₂-Zertifikate',
  creditsReturned: 'In den Bestand zurückgegebene CO₂-Zertifikate',
  creditsNote:
    'Ein Zertifikat steht für eine Tonne CO₂e. Stillgelegte Zertifikate können nicht noch einmal verkauft werden.',
  fuel: {
    creditsToBuy: 'Flugkraftstoff-Zertifikate, die gekauft und stillgelegt werden',
    creditsAllocated: 'Flugkraftstoff-Zertifikate zugeteilt, noch nicht stillgelegt',
    creditsPartlyRetired: 'Flugkraftstoff-Zertifikate, teilweise stillgelegt',
    creditsRetired: 'Stillgelegte Flugkraftstoff-Zertifikate',
    creditsReturned: 'In den Bestand zurückgegebene Flugkraftstoff-Zertifikate',
    creditsNote:
      'Ein Zertifikat steht für Flugkraftstoff, der über seinen Lebenszyklus um die angegebene Menge weniger CO₂e verursacht als Kraftstoff aus Erdöl. Es ist kein CO₂-Zertifikat. Stillgelegte Zertifikate können nicht noch einmal verkauft werden.',
    project: 'Kraftstoff',
    completedAllocated:
      'Die unten genannten Zertifikate sind Ihnen zugeteilt. Sie werden mit der nächsten Charge ganzer Tonnen in ihrem Register stillgelegt; den Nachweis zeigt dann diese Seite.',
    completedPartlyRetired:
      'Ein Teil der unten genannten Zertifikate ist in seinem Register stillgelegt. Der Rest ist Ihnen zugeteilt und folgt mit der nächsten Charge.',
    completedRetired:
      'Die unten genannten Zertifikate sind in ihrem Register stillgelegt; Ihr Beleg enthält dafür einen Nachweis, den jeder prüfen kann.',
    completedReturned: 'Die Bestellung wurde erstattet; die Zertifikate gehören Ihnen nicht mehr.',
    failedNote: 'Es wurde nichts abgebucht, und es wurden keine Zertifikate gekauft.',
    notACancellation:
      'Ihr Beitrag kauft Zertifikate für Flugkraftstoff, der an anderer Stelle eingesetzt wird. Er verringert die Emissionen Ihres Fluges nicht und hebt sie nicht auf.',
  },
  project: 'Projekt',
  choice: 'Ihre Auswahl',
  registry: 'Register',
  vintage: 'Jahrgang {years}',
  ccpLabel: 'Kennzeichnung „Core Carbon Principles“, Stand {date}',
  pricePerTonne: 'Preis pro Tonne',
  netAmount: 'Nettobetrag',
  sellerId: 'Steuernummer des Verkäufers: {id}',
  toPay: 'Zu zahlen',
  paid: 'Bezahlt',
  payButton: '{amount} bezahlen',
  cancel: 'Abbrechen',
  cancelAndReturn: 'Abbrechen und zurück zu {merchant}',
  returnTo: 'Zurück zu {merchant}',
  notACancellation:
    'Ihr Beitrag finanziert ein Projekt an einem anderen Ort. Er verringert die Emissionen Ihres Fluges nicht und hebt sie nicht auf.',
  sandboxNote:
    'Dies ist eine Sandbox: Es fließt kein echtes Geld, und es werden keine echten Zertifikate stillgelegt.',
  card: 'Testkarte',
  cardAccepted: '4242 4242 4242 4242 (wird angenommen)',
  cardRefused: '4000 0000 0000 0002 (wird abgelehnt)',
  cardProblem: 'Wählen Sie eine der beiden Testkarten.',
  cardDeclined:
    'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht. Versuchen Sie es erneut oder mit einer anderen Karte.',
  providerProblem:
    'Ihre Zahlung konnte nicht gestartet werden. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.',
  payAt: 'Sie bezahlen sicher bei {provider}.',
  paidWithBooking:
    'Auf dieser Seite wird nichts bezahlt. Der Betrag wird zusammen mit Ihrer Buchung bezahlt.',
  completed: 'Danke, Ihre Zahlung ist eingegangen',
  completedFree: 'Ihre Bestellung ist abgeschlossen',
  refundedTitle: 'Ihre Zahlung wurde erstattet',
  refundingTitle: 'Ihre Zahlung wird erstattet',
  completedAllocated:
    'Die unten genannten Zertifikate sind Ihnen zugeteilt. Sie werden mit der nächsten Charge ganzer Tonnen in ihrem Register stillgelegt; den Nachweis zeigt dann diese Seite.',
  completedPartlyRetired:
    'Ein Teil der unten genannten Zertifikate ist in seinem Register stillgelegt. Der Rest ist Ihnen zugeteilt und folgt mit der nächsten Charge.',
  completedReturned: 'Die Bestellung wurde erstattet; die Zertifikate gehören Ihnen nicht mehr.',
  completedRetired:
    'Die unten genannten Zertifikate sind in ihrem Register stillgelegt; Ihr Beleg enthält dafür einen Nachweis, den jeder prüfen kann.',
  failed: 'Diese Zahlung wurde nicht abgeschlossen',
  failedNote: 'Es wurde nichts abgebucht, und es wurden keine Zertifikate gekauft.',
  expired: 'Dieser Zahlungslink ist abgelaufen',
  bookingNote: 'Ihre Buchung bleibt unberührt.',
  refundDue: '{amount} werden auf Ihr ursprüngliches Zahlungsmittel erstattet.',
  refunded: '{amount} wurden am {date} auf Ihr ursprüngliches Zahlungsmittel erstattet.',
  refundedByMerchant: '{amount} wurden am {date} erstattet. {merchant} zahlt Ihnen den Betrag zurück.',
  refundedAmount: 'Erstattet',
  waiting: 'Ihre Zahlung wird bestätigt',
  waitingNote: 'Das kann eine Minute dauern. Sie können diese Seite schließen: Es geht nichts verloren.',
  checkAgain: 'Erneut prüfen',
  receipt: 'Beleg',
  receiptPdf: 'Beleg als PDF',
  receiptSigned: 'Signierter Beleg',
  receiptCheck: 'Mit den Schlüsseln unter {address} kann jeder diesen Beleg prüfen.',
  paidOn: 'Bezahlt am',
  transaction: 'Transaktion',
  registryRetirement: 'Stilllegung im Register',
  receiptProof: 'Alle Stilllegungen',
  retirements: 'Stilllegungen',
  retirementsNote:
    'Register legen ganze Tonnen still. Jede Charge nennt die Seriennummern, die ein Register stillgelegt hat, und die Bestellungen, die sie abdecken. Mit einem Beleg kann jeder nachweisen, dass seine Bestellung dazugehört.',
  retirementsNone: 'Bisher wurde keine Stilllegung veröffentlicht.',
  retirementsOlder: 'Ältere Stilllegungen',
  batchOrders: 'Bestellungen in dieser Charge',
  batchGrams: 'Summe dieser Bestellungen',
  batchPublished: 'Veröffentlicht am',
  batchSigned: 'Signierte Charge {batch}',
  emissionsModel: 'Emissionsmodell dieses Dienstes',
  emissionsModelNote: 'Methode des Travel Impact Model mit offenen Daten, Version {version}',
  emissionPublishers: 'Emissionen geschätzt aus Angaben von',
  receiptQr: 'Dieser QR-Code enthält den signierten Beleg. Er enthält keine personenbezogenen Daten.',
  notFound: 'Zahlungslink nicht gefunden',
  notFoundNote:
    'Prüfen Sie, ob der Link vollständig ist, oder beginnen Sie erneut auf der Seite, von der Sie kommen.',
  noReceipt: 'Es gibt noch keinen Beleg',
  noReceiptNote: 'Für einen Beitrag gibt es einen Beleg, sobald er bezahlt ist.',
  noRetirement: 'Stilllegung nicht gefunden',
  away: 'Diese Seite ist vorübergehend nicht verfügbar',
  awayNote:
    'Ihre Zahlung kann gerade nicht angezeigt werden. Wenn Sie bereits bezahlt haben, ist Ihre Zahlung sicher. Diese Seite aktualisiert sich von selbst.',
  refused: 'Etwas ist schiefgegangen',
  refusedNote: 'Es wurde nichts geändert. Gehen Sie zur vorherigen Seite zurück und versuchen Sie es erneut.',
  fault: 'Bei uns ist etwas schiefgegangen',
  faultNote:
    'Versuchen Sie es erneut. Wenn es noch einmal geschieht, nennen Sie uns beim Schreiben diese Nummer:',
  tryAgain: 'Erneut versuchen',
};

import type { PayingMessages } from './paying-messages.ts';

/** Spanish. */
const messages: PayingMessages = {
  shares: 'Cuánto aportar',
  pay: 'Continuar al pago',
  opening: 'Abriendo la página de pago…',
  notOpened: 'La página de pago no se abrió. No se ha cobrado nada: inténtelo de nuevo.',
  changed: 'El precio ha cambiado. Revíselo antes de continuar.',
  used: 'Esta contribución ya está pagada.',
};

export default messages;

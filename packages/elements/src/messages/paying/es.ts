import type { PayingMessages } from './paying-messages.ts';

/** Spanish. */
const messages: PayingMessages = {
  options: 'Cuánto aportar',
  pay: 'Continuar al pago',
  opening: 'Abriendo la página de pago…',
  notOpened: 'La página de pago no se abrió. No se ha cobrado nada.',
  changed:
    'Esta oferta ha cambiado: antes {before}, ahora {after}. Vuelva a marcar la casilla para aceptarla.',
  used: 'Esta contribución ya está pagada.',
  contrails: {
    low: 'Riesgo bajo de estelas, no incluidas',
    medium: 'Riesgo medio de estelas, no incluidas',
    high: 'Riesgo alto de estelas, no incluidas',
  },
};

export default messages;

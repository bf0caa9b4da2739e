import type { CheckoutMessages } from './checkout-messages.ts';

/** Spanish. */
const messages: CheckoutMessages = {
  options: 'Cuánto aportar',
  projects: 'Proyecto',
  soldOut: 'Agotado',
  purchaseFuel: 'Compra de certificados de combustible de aviación por {mass} de CO₂e',
  pay: 'Continuar al pago',
  payPrice: 'Pagar {price}',
  added: 'Se añade un importe de {price} a su reserva.',
  redirecting: 'Abriendo la página de pago…',
  redirectFailed: 'No se ha podido abrir la página de pago. No se ha cobrado nada.',
  offerChanged:
    'Esta oferta ha cambiado: antes {before}, ahora {after}. Vuelva a marcar la casilla para aceptarla.',
  alreadyPaid: 'Esta contribución ya está pagada.',
};

export default messages;

import type { LaterMessages } from './messages.ts';

/** Spanish. */
export const es: LaterMessages = {
  tonnes: '{n} t',
  title: 'Contribuir a un proyecto climático',
  flights: 'Sus vuelos',
  leg: '{from} a {to}, {flight}, {date}',
  estimate: 'Emisiones estimadas: {mass} de CO₂e',
  project: 'Proyecto: {project}',
  purchase: 'Compra y retirada de {mass} de créditos de carbono',
  purchaseFuel: 'Compra de certificados de combustible de aviación por {mass} de CO₂e',
  disclaimer:
    'Su contribución financia un proyecto en otro lugar. No reduce ni anula las emisiones de sus vuelos.',
  agree: 'Quiero contribuir con {price}',
  agreeFirst: 'Marque la casilla para contribuir.',
  renewed: 'La oferta ha cambiado. Revísela y vuelva a marcar la casilla.',
  pay: 'Continuar al pago',
  optional: 'Puede omitir este paso. Su reserva no se ve afectada.',
  pending: 'Su contribución está pendiente de pago.',
  resume: 'Continuar al pago',
  contributed: 'Su reserva ya tiene una contribución. Gracias.',
  failed: 'Esta contribución no se pagó a tiempo. No se ha cobrado nada, y este enlace ya no se puede usar.',
  unavailable: 'En este momento no podemos ofrecer una contribución para estos vuelos. Inténtelo más tarde.',
  expired: 'Este enlace ha caducado.',
  notFound: 'Este enlace no es válido. Ábralo de nuevo desde el correo de su itinerario.',
};

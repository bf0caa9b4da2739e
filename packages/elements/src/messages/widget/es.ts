import type { WidgetMessages } from './widget-messages.ts';

/** Spanish. */
const messages: WidgetMessages = {
  loading: 'Estimando las emisiones…',
  label: 'Emisiones estimadas, {cabin}',
  cabins: {
    economy: 'clase turista',
    premiumEconomy: 'clase turista premium',
    business: 'clase business',
    first: 'primera clase',
  },
  tonnes: '{n} t',
  perPassenger: 'CO₂e por pasajero',
  total: 'CO₂e en total',
  range: 'Probablemente de {low} a {high} por pasajero',
  details: 'Detalles',
  optIn: 'Contribuir a un proyecto climático',
  purchase: 'Compra y retirada de {mass} de créditos de carbono',
  disclaimer:
    'Su contribución financia un proyecto en otro lugar. No reduce ni anula las emisiones de este vuelo.',
  optOut: 'Puede omitir este paso.',
  unaffected: 'Su reserva no se ve afectada.',
  unavailable: 'No hay una estimación para este itinerario.',
  failed: 'No se ha podido cargar la estimación.',
  retry: 'Inténtelo de nuevo',
};

export default messages;

import type { WidgetMessages } from './widget-messages.ts';

/** Spanish. */
const messages: WidgetMessages = {
  estimating: 'Estimando las emisiones…',
  label: 'Emisiones estimadas, {cabin}',
  cabins: { economy: 'turista', premiumEconomy: 'turista premium', business: 'business', first: 'primera' },
  tonnes: '{n} t',
  perPassenger: 'CO₂e por pasajero',
  inAll: 'CO₂e en total',
  covers: 'De la producción del combustible al vuelo',
  route: '{from} a {to}',
  lower: 'Menores de lo habitual en esta ruta',
  typical: 'Habituales en esta ruta',
  higher: 'Mayores de lo habitual en esta ruta',
  typicalMass: 'habitual {mass}',
  between: 'Probablemente de {low} a {high} por pasajero',
  how: 'Cómo se estima',
  contribute: 'Contribuir a un proyecto climático',
  buys: 'Compra y retira {mass} de créditos de carbono',
  honest:
    'Su contribución financia un proyecto en otro lugar. No reduce ni anula las emisiones de este vuelo.',
  skip: 'Puede omitir este paso.',
  unaffected: 'Su reserva no se ve afectada.',
  unavailable: 'No hay una estimación para este itinerario.',
  failed: 'No se ha podido cargar.',
  retry: 'Intentar de nuevo',
};

export default messages;

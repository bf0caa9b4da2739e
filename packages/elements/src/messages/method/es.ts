import type { MethodMessages } from './method-messages.ts';

/** Spanish. */
const messages: MethodMessages = {
  route: '{from} a {to}',
  scope: 'De la producción del combustible al vuelo',
  lower_route: '{percent} menos de lo habitual en esta ruta',
  lower_length: '{percent} menos de lo habitual en vuelos de esta distancia',
  typical_route: 'Dentro de lo habitual en esta ruta',
  typical_length: 'Dentro de lo habitual en vuelos de esta distancia',
  higher_route: '{percent} más de lo habitual en esta ruta',
  higher_length: '{percent} más de lo habitual en vuelos de esta distancia',
  typicalMass: 'habitual {mass}',
  band: '{low} a {high}: 8 de cada 10 estimaciones',
  probably: 'probablemente {aircraft} ({percent})',
  travel_impact_model: 'Método del Travel Impact Model 3.0, datos abiertos',
  service_estimate: 'Estimación del servicio de emisiones',
  carriers_on_route: 'Habitual: mediana de las aerolíneas de esta ruta',
  carriers_at_home: 'Habitual: mediana de las aerolíneas de ambos países',
  world_mix: 'Habitual: aviones que se usan en el mundo para esta distancia',
  average_of_cabins: 'Promedio de todas las cabinas',
  ground_handling: 'Incluye asistencia en tierra: {mass} por pasajero',
  other_methods: 'Algunos vuelos: {names}',
  contrails_low: 'Riesgo bajo de estelas de condensación, no incluidas',
  contrails_medium: 'Riesgo medio de estelas de condensación, no incluidas',
  contrails_high: 'Riesgo alto de estelas de condensación, no incluidas',
};

export default messages;

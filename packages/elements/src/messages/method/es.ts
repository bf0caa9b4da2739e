import type { MethodMessages } from './method-messages.ts';

/** Spanish. */
const messages: MethodMessages = {
  travel_impact_model: 'Método del Travel Impact Model 3.0, datos abiertos',
  service_estimate: 'Estimación del servicio de emisiones',
  carriers_on_route: 'Habitual: mediana de las aerolíneas de esta ruta',
  carriers_at_home: 'Habitual: mediana de las aerolíneas de ambos países',
  world_mix: 'Habitual: aviones que se usan en el mundo a esta distancia',
  average_of_cabins: 'Promedio de todas las cabinas',
  ground_handling: 'Incluye asistencia en tierra: {mass} por pasajero',
  other_methods: 'Algunos vuelos: {names}',
  contrails_low: 'Riesgo bajo de estelas, no incluidas',
  contrails_medium: 'Riesgo medio de estelas, no incluidas',
  contrails_high: 'Riesgo alto de estelas, no incluidas',
};

export default messages;

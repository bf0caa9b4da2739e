import type { StatusMessages } from './status-messages.ts';

/** Spanish. */
const messages: StatusMessages = {
  pending: 'Esperando la confirmación del pago…',
  completed: 'Su contribución está pagada.',
  allocated: 'Tiene asignados {mass} de créditos de carbono',
  retired: '{mass} de créditos de carbono se han retirado para usted',
  allocatedFuel: 'Tiene asignados certificados de combustible de aviación por {mass} de CO₂e',
  retiredFuel: 'Se han retirado para usted certificados de combustible de aviación por {mass} de CO₂e',
  amount: 'Importe: {price}',
  refunded: 'Su contribución se ha reembolsado.',
  partRefunded: 'Una parte se ha reembolsado.',
  reference: 'Referencia: {id}',
  receipt: 'Recibo',
  failed: 'El pago no se completó. No se hizo ninguna contribución.',
  waiting: 'Su pago aún no está confirmado. Puede tardar unos minutos.',
  unknown: 'No se pudo comprobar el estado de su contribución.',
  unaffected: 'Su reserva no se ve afectada.',
  checkAgain: 'Comprobar de nuevo',
  tonnes: '{n} t',
  disclaimer:
    'Su contribución financia un proyecto en otro lugar. No reduce ni anula las emisiones de su vuelo.',
};

export default messages;

import type { BackOfficeMessages } from './back-office-messages.ts';

/** Spanish. */
const messages: BackOfficeMessages = {
  orders: 'Pedidos',
  totalOrders: 'Pedidos',
  totalUsers: 'Usuarios',
  totalPaid: 'Pagado',
  email: 'Correo electrónico',
  taxId: 'Número fiscal',
  status: 'Estado',
  any: 'Todos',
  newest: 'Más recientes primero',
  oldest: 'Más antiguos primero',
  order: 'Pedido',
  created: 'Creado',
  user: 'Usuario',
  amount: 'Cantidad',
  payment: 'Pago',
  project: 'Proyecto',
  transaction: 'Transacción',
  paid: 'Pagado',
  credits: 'Créditos de carbono',
  fuelCertificates: 'Certificados de combustible de aviación',
  time: 'Fecha y hora',
  statuses: { pending: 'Pendiente', completed: 'Completado', failed: 'Fallido' },
  page: 'Página {page} de {pages}',
  previous: 'Anterior',
  next: 'Siguiente',
  loading: 'Cargando…',
  empty: 'Ningún pedido coincide.',
  failed: 'No se ha podido cargar la página. Inténtelo de nuevo.',
  notFound: 'Transacción no encontrada.',
  retry: 'Intentar de nuevo',
  tonnes: '{n} t',
};

export default messages;

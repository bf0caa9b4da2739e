import type { Command } from './command.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { consoleCommands } from './commands/console.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keyCommands } from './commands/keys.ts';
import { merchantCommands } from './commands/merchants.ts';
import { migrateCommand } from './commands/migrate.ts';
import { orderListCommands } from './commands/order-lists.ts';
import { orderCommands } from './commands/orders.ts';
import { paymentCommands } from './commands/payments.ts';
import { payoutCommands } from './commands/payouts.ts';
import { portfolioCommands } from './commands/portfolios.ts';
import { projectCommands } from './commands/projects.ts';
import { receiptCommands } from './commands/receipts.ts';
import { refundCommands } from './commands/refunds.ts';
import { registryCommands } from './commands/registry.ts';
import { requestCommands } from './commands/requests.ts';
import { retirementCommands } from './commands/retirements.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { statementCommands } from './commands/statements.ts';
import { userCommands } from './commands/users.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  ...merchantCommands,
  ...keyCommands,
  ...webhookCommands,
  ...projectCommands,
  ...portfolioCommands,
  ...orderListCommands,
  ...orderCommands,
  ...paymentCommands,
  ...refundCommands,
  ...payoutCommands,
  ...statementCommands,
  ...registryCommands,
  ...retirementCommands,
  ...receiptCommands,
  ...requestCommands,
  ...userCommands,
  ...consoleCommands,
  ...sandboxCommands,
  ...auditCommands,
  migrateCommand,
  ...backupCommands,
  doctorCommand,
];

import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import type { Command } from './command.ts';
import { consoleCommands } from './console.ts';
import { doctorCommand } from './doctor.ts';
import { keyCommands } from './keys.ts';
import { merchantCommands } from './merchants.ts';
import { migrateCommand } from './migrate.ts';
import { orderListCommands } from './order-lists.ts';
import { orderCommands } from './orders.ts';
import { paymentCommands } from './payments.ts';
import { payoutCommands } from './payouts.ts';
import { portfolioCommands } from './portfolios.ts';
import { projectCommands } from './projects.ts';
import { receiptCommands } from './receipts.ts';
import { refundCommands } from './refunds.ts';
import { registryCommands } from './registry.ts';
import { requestCommands } from './requests.ts';
import { retirementCommands } from './retirements.ts';
import { sandboxCommands } from './sandbox.ts';
import { serveCommand } from './serve.ts';
import { statementCommands } from './statements.ts';
import { userCommands } from './users.ts';
import { webhookCommands } from './webhooks.ts';

/** Every command, in the order of the help. */
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

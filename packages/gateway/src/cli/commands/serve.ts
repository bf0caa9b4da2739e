import { readConfig } from '../../config.ts';
import { TEST_CARDS } from '../../providers/sandbox.ts';
import { SANDBOX } from '../../sandbox.ts';
import type { Command } from '../command.ts';
import { readArguments } from '../read-arguments.ts';

/**
 * Time that a process continues to take requests after SIGTERM, seconds. By then, proxies that check every two seconds
 * know that it is stopping.
 */
export const DRAIN_SECONDS = 5;

function sandboxText(url: string, provider: string): string {
  // Another provider has cards of its own, and settles its orders itself.
  const cards =
    provider === 'sandbox'
      ? `  test cards           ${TEST_CARDS.accepted} is accepted, ${TEST_CARDS.refused} is refused
  settle an order      POST ${url}/sandbox/orders/{order_id}/payment {"outcome":"completed"}
`
      : '';
  return `Sandbox at ${url}: no real money moves.
  x-api-key            ${SANDBOX.apiKey}
  secret               ${SANDBOX.secret} (hmac-sha256, hex)
  x-platform-id        ${SANDBOX.platformId}
  webhook secret       ${SANDBOX.webhookSecret}
${cards}`;
}

/** Runs the gateway until SIGTERM or SIGINT. */
export const serveCommand: Command = {
  words: ['serve'],
  usage: 'serve [--sandbox] [--port N] [--host NAME]',
  about: 'Runs the gateway; with --sandbox for tests, with test credentials, projects and cards.',
  options: ['sandbox', 'port', 'host'],
  async run(args, environment, out) {
    const { options, flags } = readArguments(args, {
      options: ['port', 'host'],
      flags: ['sandbox'],
      most: 0,
    });
    const sandbox = flags.has('sandbox');
    const given = { ...environment };
    if (options.port !== undefined) given.GATEWAY_PORT = options.port;
    if (options.host !== undefined) given.GATEWAY_HOST = options.host;
    if (sandbox) {
      given.GATEWAY_LOG_LEVEL ||= 'warn';
      given.GATEWAY_RATE_LIMIT ||= '1000000';
    }
    const config = readConfig(given, { sandbox });
    // Loaded only here: other commands start twice as fast without the service.
    const { serve } = await import('../../start.ts');
    const gateway = await serve(config);
    if (sandbox) out.write(sandboxText(gateway.url, config.provider));
    const signal = await new Promise<NodeJS.Signals>((resolve) => {
      for (const one of ['SIGTERM', 'SIGINT'] as const) process.once(one, resolve);
    });
    // After Ctrl+C, no proxy needs time to notice.
    const { GATEWAY_DRAIN_SECONDS: seconds = sandbox ? 0 : DRAIN_SECONDS } = config;
    await gateway.close(signal === 'SIGTERM' ? seconds * 1000 : 0);
    return 0;
  },
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Builder, Capabilities } from 'selenium-webdriver';
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { untilListening } from '../until-listening.ts';
import { MissingBrowserError } from './missing-browser.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SESSION_BUS = '/usr/bin/dbus-run-session';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const INSTALL = 'apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb dbus-x11';
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/** WebKitGTK's own small browser, ready for sessions. */
export interface WebKit {
  readonly builder: Builder;
  readonly stop: () => Promise<void>;
}

/** Starts WebKitGTK's driver on a display of its own. @throws MissingBrowserError if it is not installed. */
export async function startWebKit(): Promise<WebKit> {
  const binary = MINI_BROWSERS.find((path) => existsSync(path));
  if (binary === undefined || ![DRIVER, SESSION_BUS, DISPLAY_SERVER].every((path) => existsSync(path)))
    throw new MissingBrowserError('WebKitGTK', INSTALL);
  const screen = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const port = await freePort();
  const driver = spawn(SESSION_BUS, ['--', DRIVER, `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      // Without a graphics card, and as root in a container.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
    detached: true,
  });
  async function stop(): Promise<void> {
    // The process group: the driver, the session bus around it and the browsers it started.
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid, 'SIGTERM');
    screen.kill();
    await Promise.all([untilExited(driver), untilExited(screen)]);
  }

  const server = `http://127.0.0.1:${port}`;
  try {
    await untilListening(`${server}/status`, driver);
  } catch (error) {
    await stop();
    throw error;
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  return {
    builder: new Builder().usingServer(server).withCapabilities(capabilities),
    stop,
  };
}

async function untilExited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

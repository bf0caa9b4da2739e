import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { ROUTES } from '../routes.ts';
import { NOW, OWN } from '../testing/fake-service.ts';
import { navigation } from './navigation.ts';

const operator = {
  personId: 'p',
  merchantId: undefined,
  role: 'operator',
  name: 'O',
  signedInAt: NOW,
  endsAt: NOW,
  endsAtLatest: NOW,
} as const;
const GUIDE = readFileSync(new URL('../../../../docs/guide/console.md', import.meta.url), 'utf8');

for (const merchantId of [OWN, undefined])
  it(`leads to pages that exist and that the guide describes: ${merchantId ?? 'the gateway'}`, () => {
    const nav = String(navigation(operator, merchantId, undefined));
    const links = [...nav.matchAll(/href="\/console([^"]*)">([^<]+)</g)];
    assert.ok(links.length >= 6);
    // The first column: what a page is called, several of them in one row.
    const rows = [...GUIDE.split('\n## Pages\n')[1]!.matchAll(/^\| ([^|]+) \|/gm)].map(
      ([, cell = '']) => cell,
    );
    const described = rows.flatMap((cell) => cell.replace(' (operators)', '').split(', '));
    for (const [, path = '', text = ''] of links) {
      const route = path.replace(`/merchants/${OWN}`, '/merchants/:merchant') || '/';
      assert.ok(
        ROUTES.some((one) => one.method === 'GET' && one.path === route),
        route,
      );
      assert.ok(described.includes(text), text);
    }
  });

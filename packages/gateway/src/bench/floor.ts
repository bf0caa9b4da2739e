/** The floor of the benchmarks: bare Hono, which checks nothing. `node floor.ts DATABASE ANSWER`. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import SqliteDatabase from 'better-sqlite3';
import { Hono } from 'hono';

const [path = ':memory:', answerFile] = process.argv.slice(2);
const answer = answerFile ? readFileSync(answerFile, 'utf8') : '[]';
const db = new SqliteDatabase(path);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`create table orders (id text primary key, amount double precision, unit text, name text, email text,
  token text unique, status text, created_at bigint);
  create index by_email on orders (email, created_at, id); create index by_time on orders (created_at, id)`);
const insert = db.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?, ?)');

const app = new Hono();
app.post('/orders', async (context) => {
  const { emission_amount, emission_unit = 'kgCO2', user } = await context.req.json();
  const [id, token, at] = [randomUUID(), randomUUID(), Date.now()];
  insert.run(id, emission_amount, emission_unit, user.name, user.email, token, 'pending', at);
  return context.json({ order_id: id, emission_amount, emission_unit, user, created_at: at }, 201);
});
app.post('/calculate', async (context) => {
  const { flights } = await context.req.json();
  if (!Array.isArray(flights)) return context.body(null, 400);
  return context.body(answer, 200, { 'content-type': 'application/json' });
});
serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(`floor at http://localhost:${port}`));

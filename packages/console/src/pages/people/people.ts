import { ROLES, type Role } from '../../access/permission.ts';
import { formatDay } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { onceField, readOnce } from '../../http/once.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { emailText } from '../../parts/email-text.ts';
import { field } from '../../parts/field.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { roleField } from '../../parts/role-field.ts';
import { table } from '../../parts/table.ts';
import type { MerchantSummary } from '../../service/merchant.ts';
import type { Person } from '../../service/person.ts';
import { Refusal } from '../../service/refusal.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** A merchant's people, or the gateway's operators. */
type Team = MerchantSummary | undefined;

function pathOf(team: Team): string {
  return team ? `${merchantPath(team.id)}/people` : '/console/operators';
}

function placeOf(team: Team) {
  const parent = { text: team ? 'People' : 'Operators', href: pathOf(team) };
  return { place: team ? 'people' : 'operators', parent } as const;
}

function rolesOf(team: Team): readonly Role[] {
  return ROLES.filter((role) => (role === 'operator') === (team === undefined));
}

function removeButton({ session }: SignedInVisit, team: Team, { id, name }: Person): Content {
  if (id === session.personId) return html`<span class="soft small">You</span>`;
  return html`<a class="button danger" href="${pathOf(team)}/${id}/remove" aria-label="Remove ${name}">Remove</a>`;
}

function inviteCard(team: Team, hasLinks: boolean): Content {
  return html`<section class="card"><h2>Invite</h2>
<form method="post" action="${pathOf(team)}">${onceField()}
${field({ label: 'Name', name: 'name', required: true, maxLength: 120 })}
${field({ label: 'E-mail address', name: 'email', type: 'email', required: true, maxLength: 254 })}
${roleField(rolesOf(team))}
<button class="main" type="submit">${hasLinks ? 'Create sign-in link' : 'Invite'}</button></form></section>`;
}

/** Whether people sign in with links; otherwise only with their organisation. */
function hasLinks({ service }: SignedInVisit): boolean {
  return service.sessions.redeem !== undefined;
}

async function listPeople(visit: SignedInVisit): Promise<Response> {
  const team = visit.merchant;
  const people = await visit.service.people.list(team?.id);
  const list = table(
    'People',
    [
      {
        name: 'Name',
        cell: ({ name, email }) =>
          html`${isolatedText(name)}${name === email ? '' : html`<span class="sub">${emailText(email)}</span>`}`,
      },
      { name: 'Role', cell: ({ role }) => role },
      {
        name: 'Since',
        cell: ({ createdAt }) => html`<span class="whole">${formatDay(createdAt)}</span>`,
      },
      { name: 'Actions', number: true, cell: (person) => removeButton(visit, team, person) },
    ],
    people,
    'Nobody yet.',
  );
  return page(visit, {
    title: team ? 'People' : 'Operators',
    place: team ? 'people' : 'operators',
    merchant: team,
    notice: doneNotice(visit.url),
    content: html`<div class="columns"><section class="card">${list}</section>${inviteCard(team, hasLinks(visit))}</div>`,
  });
}

async function invite(visit: SignedInVisit): Promise<Response> {
  const { service, session, form, merchant: team } = visit;
  const role = rolesOf(team).find((one) => one === form.get('role'));
  if (!role) throw new Refusal('Choose a role.');
  const name = form.get('name') ?? '';
  if (name === '' || name.length > 120) throw new Refusal('The name must have 1 to 120 characters.');
  const invitation = { name, email: form.get('email') ?? '', role, once: readOnce(form) };
  const url = await service.people.invite(session, team?.id, invitation);
  const [title, text] = hasLinks(visit)
    ? [
        'Sign-in link',
        html`Give this link to ${isolatedText(name)}. It works once, within 24 hours, and is shown only now.`,
      ]
    : ['Invited', html`${isolatedText(name)} signs in with your organisation, at this address.`];
  return page(visit, {
    title,
    ...placeOf(team),
    merchant: team,
    content: html`<section class="card"><p>${text}</p>
<code class="secret" data-copy="link">${url}</code><p><a href="${pathOf(team)}">Done</a></p></section>`,
  });
}

async function showRemoveConfirmation(visit: SignedInVisit): Promise<Response> {
  const { service, params, merchant: team } = visit;
  const person = (await service.people.list(team?.id)).find(({ id }) => id === params.person);
  if (!person) return notFoundPage(visit);
  const { id, name, email, role, createdAt } = person;
  return confirmationPage(visit, {
    title: 'Remove this person?',
    ...placeOf(team),
    about: [
      ['Name', isolatedText(name)],
      ['E-mail', emailText(email)],
      ['Role', role],
      ['Of', team?.name ?? 'Operators of this gateway'],
      ['Since', formatDay(createdAt)],
    ],
    text: 'Open sessions and sign-in links of this person end at once. API keys and signing secrets that the person has seen remain valid: revoke or replace them.',
    path: `${pathOf(team)}/${id}/remove`,
    hidden: { role },
    button: 'Remove person',
  });
}

async function remove(visit: SignedInVisit): Promise<Response> {
  const { service, session, params, form, merchant: team } = visit;
  const removal = { id: params.person ?? '', role: form.get('role') ?? '', once: readOnce(form) };
  await service.people.remove(session, team?.id, removal);
  return seeOther(withDone(pathOf(team), 'removed'));
}

const READ = { permission: 'people.read' } as const;
const MANAGE = { permission: 'people.manage', recent: true } as const;

/** People of a merchant, and operators: changing them requires a recent sign-in. */
export const peopleRoutes: readonly Route[] = [
  forMerchant('GET', '/people', READ, listPeople),
  forMerchant('POST', '/people', MANAGE, invite),
  forMerchant('GET', '/people/:person/remove', MANAGE, showRemoveConfirmation),
  forMerchant('POST', '/people/:person/remove', MANAGE, remove),
  forOperator('GET', '/operators', READ, listPeople),
  forOperator('POST', '/operators', MANAGE, invite),
  forOperator('GET', '/operators/:person/remove', MANAGE, showRemoveConfirmation),
  forOperator('POST', '/operators/:person/remove', MANAGE, remove),
];

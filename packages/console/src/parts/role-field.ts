import { ROLE_DESCRIPTIONS, type Role } from '../access/permission.ts';
import { type Content, html } from '../http/html.ts';

/** Renders a choice of roles, each with its tasks; the first is chosen. */
export function roleField(roles: readonly Role[]): Content {
  const choices = roles.map(
    (
      role,
      index,
    ) => html`<label class="choice"><input type="radio" name="role" value="${role}"${index === 0 ? html` checked` : ''}>
<span>${role}<span class="hint">${ROLE_DESCRIPTIONS[role]}</span></span></label>`,
  );
  return html`<fieldset><legend>Role</legend>${choices}</fieldset>`;
}

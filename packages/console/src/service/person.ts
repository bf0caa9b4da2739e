import type { Role } from '../access/permission.ts';
import type { Actor } from './actor.ts';

/** A person who may sign in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Person to invite. */
export interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Value of the form: it creates one link, however often it is sent. */
  readonly once: string;
}

/** Person to remove. */
export interface Removal {
  readonly id: string;
  /** Role that the form showed. */
  readonly role: string;
  /** Value of the form, for one removal. */
  readonly once: string;
}

/** People of a merchant; `undefined` stands for the gateway's operators. */
export interface PeopleService {
  list(merchantId: string | undefined): Promise<readonly Person[]>;
  /**
   * Adds a person, or changes the role of an existing one, and creates a link that signs them in once.
   * @returns URL at which they sign in: the link, shown once, or the console if links do not sign people in.
   * @throws Refusal for an invalid e-mail address, one of another team's staff, or a form that was sent before.
   */
  invite(actor: Actor, merchantId: string | undefined, invitation: Invitation): Promise<string>;
  /**
   * Removes a person and ends their sessions. A repeat with the same `once` does nothing more.
   * @throws Refusal if there is no such person, it is the actor, or their role has changed.
   */
  remove(actor: Actor, merchantId: string | undefined, removal: Removal): Promise<void>;
}

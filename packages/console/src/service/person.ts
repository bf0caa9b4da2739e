import type { Role } from '../access/permission.ts';
import type { Actor } from './actor.ts';

/** Somebody who may sign in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Whom to invite. */
export interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Of the form: it creates one link, however often it is sent. */
  readonly once: string;
}

/** Whom to remove. */
export interface Removal {
  readonly id: string;
  /** As the form showed it. */
  readonly role: string;
  /** Of the form. */
  readonly once: string;
}

/** People of a merchant; `undefined` stands for the gateway's own, the operators. */
export interface PeopleService {
  list(merchantId: string | undefined): Promise<readonly Person[]>;
  /**
   * Adds a person, or changes the role of one who is there, and creates a link that signs them in once.
   * @returns where they sign in: the link, shown once, or the console where no link signs anybody in.
   * @throws Refusal for an invalid e-mail address, one of somebody else's staff, or a form that was sent before.
   */
  invite(actor: Actor, merchantId: string | undefined, invitation: Invitation): Promise<string>;
  /**
   * Removes a person and ends their sessions. One that is repeated with its `once` does nothing more.
   * @throws Refusal where there is no such person, it is the actor, or their role is another one by now.
   */
  remove(actor: Actor, merchantId: string | undefined, removal: Removal): Promise<void>;
}

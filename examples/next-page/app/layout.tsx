import type { Metadata } from 'next';
import type { ReactElement, ReactNode } from 'react';
import '@flight-offset/elements/cdn/reserve.css';
import './page.css';

export const metadata: Metadata = { title: 'Review and pay' };

export default function Layout({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

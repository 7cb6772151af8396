import { useEffect, useRef } from 'react'
import { Form, href, Link } from 'react-router'
import { inboxViews, maxSearchLength, type Inbox, type InboxQuery } from '#portfolio/contact/inbox.ts'
import { inboxUrl } from './inbox-url.ts'
import { viewNames } from './view-texts.ts'

export function InboxNavigation({ query, counts }: { query: InboxQuery; counts: Inbox['counts'] }) {
  const { view, search } = query
  return (
    <div className="inbox-navigation">
      <nav aria-label="Messages">
        <ul className="inbox-views">
          {inboxViews.map((name) => (
            <li key={name}>
              <Link to={inboxUrl({ view: name, search })} aria-current={name === view ? 'page' : undefined}>
                {viewNames[name]} <span className="tool-count">{counts[name].toLocaleString('en-GB')}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Search view={view} search={search} found={counts[view]} />
    </div>
  )
}

function Search({ view, search, found }: Pick<InboxQuery, 'view' | 'search'> & { found: number }) {
  const input = useRef<HTMLInputElement>(null)
  // The field follows the URL, for example after Back, but not while it has focus.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = search
  }, [search])
  return (
    <Form method="get" action={href('/inbox')} role="search" className="inbox-search" preventScrollReset>
      {view === 'inbox' ? null : <input type="hidden" name="view" value={view} />}
      <label className="tool-label" htmlFor="search-messages">
        Search messages
      </label>
      <div className="inbox-search-row">
        <input
          ref={input}
          id="search-messages"
          type="search"
          name="search"
          dir="auto"
          defaultValue={search}
          maxLength={maxSearchLength}
          autoComplete="off"
        />
        <button type="submit" className="tool-link">
          Search
        </button>
      </div>
      <p role="status" className="tool-hint">
        {search ? `${found.toLocaleString('en-GB')} found in ${viewNames[view]}.` : null}
      </p>
    </Form>
  )
}

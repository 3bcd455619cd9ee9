import { CloseIcon, SearchIcon } from './icons.tsx'

const scopes = [
  { value: 'day', label: 'This day' },
  { value: 'recent', label: 'Recent', title: 'The last 14 days' },
  { value: 'all', label: 'All' },
] as const

/** The fields stay disabled until the script is loaded. Otherwise the browser would submit a form that nothing handles. */
export const SearchBar = () => (
  <search class="search">
    <form id="search" autocomplete="off">
      <SearchIcon />
      <input
        type="search"
        id="query"
        name="query"
        maxlength={500}
        placeholder="Search"
        aria-label="Search the conversation"
        required
        disabled
      />
      <fieldset disabled>
        <legend class="visually-hidden">Where to search</legend>
        {scopes.map((scope) => (
          <label key={scope.value} title={'title' in scope ? scope.title : undefined}>
            <input type="radio" name="scope" value={scope.value} checked={scope.value === 'all'} />
            <span>{scope.label}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" id="close-search" class="quiet" aria-label="Close the search" hidden>
        <CloseIcon />
      </button>
    </form>
  </search>
)

/** The settings section that exports everything about the user as files. */
export function ExportSettings() {
  return (
    <section id="export">
      <h2>Export</h2>
      <p>Download everything stored about you: as a file to read, or to import into another Throughline.</p>
      <form method="get" action="/export/">
        <p>
          <label>
            From <input type="date" name="from" />
          </label>{' '}
          <label>
            to <input type="date" name="to" />
          </label>{' '}
          <span class="faint">leave empty for all days</span>
        </p>
        <button type="submit" name="format" value="markdown">
          Download to read (Markdown)
        </button>{' '}
        <button type="submit" name="format" value="json">
          Download everything (JSON)
        </button>
      </form>
    </section>
  )
}

import type { ReactNode } from "react";

/** One column of a table. */
export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
}

/** @see RowTable */
export interface RowTableProps<Row> {
  readonly title: string;
  /** What a row is called, such as `payment`. */
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Rows of the latest request stand out. */
  readonly isLatest: (row: Row) => boolean;
  readonly whenEmpty: string;
}

/** The rows of a table in the database. */
export function RowTable<Row>(props: RowTableProps<Row>): ReactNode {
  const { title, noun, rows, columns, keyOf, isLatest, whenEmpty } = props;
  return (
    <div className="rows">
      <h3>
        {title}{" "}
        <span className="count">
          {rows.length}
          <span className="spoken"> {rows.length === 1 ? noun : `${noun}s`}</span>
        </span>
      </h3>
      {rows.length === 0 ? (
        <p className="empty-rows">{whenEmpty}</p>
      ) : (
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map(({ label, align }) => (
                <th key={label} scope="col" data-align={align}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} data-latest={isLatest(row) ? "" : undefined}>
                {columns.map(({ label, align, cell }) => (
                  <td key={label} data-align={align}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

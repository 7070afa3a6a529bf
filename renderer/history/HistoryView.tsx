import {
  BrushCleaning,
  ExternalLink,
  Folder,
  History,
  Pencil,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import type { HistoryRow } from '@shared/history.js';
import { showContextMenu } from '../ui/commands.js';
import { serviceName } from '../document/draft/services.js';
import { formatDay, formatTimeOfDay, lastPart } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { describeOptions, locationText, outputText } from '../queue/wording.js';
import { EmptyNotice, NameText, PlaceText } from '../ui/parts.js';
import { indexByKey, isRemoveKey } from '../ui/row-selection.js';
import { type LabelOf, labelSources } from '../ui/source-labels.js';
import { type ListRow, VirtualList } from '../ui/VirtualList.js';
import {
  convertAgain,
  editFromHistory,
  listedHistory,
  loadHistory,
  openFromHistory,
  removeFromHistory,
  showFromHistory,
  useHistory,
} from './history-store.js';
import './history.css';
import {
  DetailsAction,
  FilterField,
  ListView,
  NumberCells,
  ToolbarButton,
  Values,
  ListHeader,
} from '../ui/ListView.js';
import { ListDetails } from '../settings/ListDetails.js';

/** In CSS pixels. */
const rowHeight = 38;

/** What was converted, by day, and the details of one entry. */
export function HistoryView() {
  const state = useHistory();
  const rows = listedHistory(state);
  const selected = rows.find(({ id }) => id === state.selected);
  useEffect(() => void loadHistory(), []);
  const isEmpty = rows.length === 0 && state.query === '';
  return (
    <ListView
      label={t('history.history')}
      className="history-view"
      details={
        !isEmpty && (
          <ListDetails
            label={t('history.details')}
            isSelected={selected !== undefined}
            onClose={() => useHistory.setState({ selected: null })}
          >
            {selected ? (
              <Details row={selected} />
            ) : (
              <p className="quiet">{t('history.selectEntry')}</p>
            )}
          </ListDetails>
        )
      }
    >
      {isEmpty ? (
        <EmptyNotice icon={History} title={t('history.empty')}>
          {t('history.emptyHint')}
        </EmptyNotice>
      ) : (
        <>
          <Toolbar rows={rows} query={state.query} />
          <Table rows={rows} selected={state.selected} />
        </>
      )}
    </ListView>
  );
}

interface ToolbarProps {
  readonly rows: readonly HistoryRow[];
  readonly query: string;
}

function Toolbar({ rows, query }: ToolbarProps) {
  return (
    <div className="list-toolbar">
      <FilterField
        label={t('history.search')}
        placeholder={t('history.search')}
        query={query}
        onChange={(typed) => useHistory.setState({ query: typed })}
      />
      <ToolbarButton
        icon={BrushCleaning}
        label={query === '' ? t('history.clear') : t('history.clearFound')}
        isPossible={rows.length > 0}
        run={() => removeFromHistory(rows.map(({ id }) => id))}
      />
    </div>
  );
}

interface TableProps {
  readonly rows: readonly HistoryRow[];
  readonly selected: string | null;
}

/** The rows with a heading for each day, whose id is that of its first row with this prefix. */
const dayPrefix = 'day:';

function Table({ rows, selected }: TableProps) {
  const all = useHistory((state) => state.rows);
  const labelOf = useMemo(() => labelSources(all.map(locationText)), [all]);
  if (rows.length === 0) return <p className="list-none quiet">{t('history.noMatches')}</p>;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = rows.flatMap(({ id, at }, index) => {
    const before = rows[index - 1];
    const isNewDay = before === undefined || formatDay(before.at) !== formatDay(at);
    return isNewDay ? [`${dayPrefix}${id}`, id] : [id];
  });
  return (
    <VirtualList
      label={t('history.list')}
      className="list-table"
      ids={ids}
      rowHeight={rowHeight}
      active={selected ?? rows[0]?.id ?? null}
      header={<ListHeader first={t('preview.time')} />}
      onKeyDown={(event) => pressInTable(event, rows)}
    >
      {(place) => {
        const row = byId.get(place.id.replace(dayPrefix, ''));
        if (!row) return null;
        if (place.id.startsWith(dayPrefix)) return <Day key={place.id} at={row.at} place={place} />;
        return (
          <Row
            key={row.id}
            row={row}
            place={place}
            labelOf={labelOf}
            isSelected={row.id === selected}
          />
        );
      }}
    </VirtualList>
  );
}

function pressInTable(event: KeyboardEvent, rows: readonly HistoryRow[]): void {
  const { selected } = useHistory.getState();
  const current = Math.max(
    rows.findIndex(({ id }) => id === selected),
    selected === null ? -1 : 0,
  );
  if (isRemoveKey(event) && selected !== null) {
    removeFromHistory([selected]);
    return;
  }
  const isChosen = event.key === 'Enter' || event.key === ' ';
  const index = isChosen ? Math.max(current, 0) : indexByKey(event.key, current, rows.length);
  const row = rows[index ?? -1];
  if (!row) return;
  event.preventDefault();
  useHistory.setState({ selected: row.id });
}

function Day({ at, place }: { readonly at: number; readonly place: ListRow }) {
  const { top, height } = place;
  return (
    <div className="history-day" role="row" style={{ top, height }}>
      <span role="gridcell">{formatDay(at)}</span>
    </div>
  );
}

interface RowProps {
  readonly row: HistoryRow;
  readonly place: ListRow;
  readonly labelOf: LabelOf;
  readonly isSelected: boolean;
}

function Row({ row, place, labelOf, isSelected }: RowProps) {
  const { id, at, name, place: folder, path, isMissing, pages, size } = row;
  const location = locationText(row);
  const label = labelOf(location, textOf(name));
  return (
    <div
      className="list-row"
      role="row"
      style={{ top: place.top, height: place.height }}
      aria-rowindex={place.index + 1}
      aria-selected={isSelected}
      tabIndex={place.isTabStop ? 0 : -1}
      onClick={() => useHistory.setState({ selected: id })}
      onContextMenu={(event) => {
        useHistory.setState({ selected: id });
        showContextMenu('history', event);
      }}
    >
      <span className="list-number" role="gridcell">
        {formatTimeOfDay(at)}
      </span>
      <span className="list-source" role="gridcell" title={location}>
        <NameText {...label} />
        <PlaceText {...label} folder={lastPart(folder)} />
      </span>
      <span className="list-output" role="gridcell" title={path}>
        <span className="cut">{path !== undefined && outputText(lastPart(path), row.parts)}</span>
      </span>
      <NumberCells pages={pages} size={size} />
      <span className="history-missing cut" role="gridcell">
        {isMissing && t('history.fileMissing')}
      </span>
    </div>
  );
}

function Details({ row }: { readonly row: HistoryRow }) {
  const { id, name, path, isMissing, options } = row;
  const values = [
    [t('queue.source'), locationText(row)],
    ...(path === undefined ? [] : [[t('queue.savedTo'), path] as const]),
    ...options.output.uploads.map(({ destination }) => [t('form.uploadTo'), destination] as const),
    ...describeOptions(options, serviceName, true),
  ] as const;
  return (
    <>
      <h2>{path === undefined ? textOf(name) : outputText(lastPart(path), row.parts)}</h2>
      {isMissing && <p className="history-missing">{t('history.fileMissing')}</p>}
      <Values values={values} />
      <div className="list-actions">
        {path !== undefined && !isMissing && (
          <>
            <DetailsAction
              icon={ExternalLink}
              label={t('window.open')}
              run={() => void openFromHistory(id)}
            />
            <DetailsAction
              icon={Folder}
              label={t('queue.show')}
              run={() => void showFromHistory(id)}
            />
          </>
        )}
        <DetailsAction
          icon={RotateCw}
          label={t('history.convertAgain')}
          run={() => void convertAgain(row)}
        />
        <DetailsAction
          icon={Pencil}
          label={t('queue.edit')}
          run={() => void editFromHistory(row)}
        />
        <DetailsAction
          icon={Trash2}
          label={t('queue.remove')}
          run={() => removeFromHistory([id])}
        />
      </div>
    </>
  );
}

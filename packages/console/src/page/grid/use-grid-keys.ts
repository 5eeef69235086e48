import { type KeyboardEvent, useState } from "react";

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridKeys {
  readonly active: GridPlace;
  setActive(place: GridPlace): void;
  /** Moves the active cell as a spreadsheet does; Enter opens its row, Space selects it, F filters by it. */
  onKeyDown(event: KeyboardEvent): void;
}

/** The keyboard over a grid of so many rows and columns, a screen of so many rows. */
export function useGridKeys(
  size: { readonly rows: number; readonly columns: number; readonly screen: number },
  on: {
    move(place: GridPlace): void;
    open(row: number): void;
    select(row: number): void;
    filter(place: GridPlace): void;
  },
): GridKeys {
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const move = (row: number, column: number) => {
    const place = {
      row: Math.max(0, Math.min(size.rows - 1, row)),
      column: Math.max(0, Math.min(size.columns - 1, column)),
    };
    setActive(place);
    on.move(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = active;
    const end = event.ctrlKey || event.metaKey;
    const forwards = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    switch (event.key) {
      case "ArrowDown":
        move(end ? size.rows - 1 : row + 1, column);
        break;
      case "ArrowUp":
        move(end ? 0 : row - 1, column);
        break;
      case "ArrowRight":
      case "ArrowLeft":
        if (event.key === forwards) move(row, end ? size.columns - 1 : column + 1);
        else move(row, end ? 0 : column - 1);
        break;
      case "PageDown":
        move(row + size.screen, column);
        break;
      case "PageUp":
        move(row - size.screen, column);
        break;
      case "Home":
        move(end ? 0 : row, 0);
        break;
      case "End":
        move(end ? size.rows - 1 : row, size.columns - 1);
        break;
      case "Enter":
        on.open(row);
        break;
      case " ":
        on.select(row);
        break;
      case "f":
        if (end) return;
        on.filter(active);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

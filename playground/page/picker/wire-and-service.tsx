import type { ReactNode } from "react";

import type { ServiceChoice } from "../../shared/api.ts";
import { usePlaygroundState } from "../api/playground.tsx";
import { useDesk } from "../desk/desk.tsx";
import { Icon } from "../parts/icon.tsx";

/** Which dialect the model speaks, and who answers. */
export function WireAndService(): ReactNode {
  const { wires, services } = usePlaygroundState();
  const { choice, change } = useDesk();
  const allowed = services.find(({ name }) => name === choice.service)?.wires ?? [];

  return (
    <>
      <label className="select">
        <span className="spoken">Wire</span>
        <select
          value={choice.wire}
          onChange={({ target }) => {
            const wire = wires.find(({ name }) => name === target.value);
            if (wire !== undefined) change({ type: "wire", wire: wire.name });
          }}
        >
          {wires.map(({ name, label }) => (
            <option key={name} value={name} disabled={!allowed.includes(name)}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </label>
      <label className="select">
        <span className="spoken">Who answers</span>
        <select
          value={choice.service}
          onChange={({ target }) => {
            const service = services.find(({ name }) => name === target.value);
            if (service !== undefined) change({ type: "service", service: service.name });
          }}
        >
          {services.map((service) => (
            <option key={service.name} value={service.name} disabled={service.missing !== null}>
              {serviceWords(service)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </label>
    </>
  );
}

function serviceWords({ label, model, missing }: ServiceChoice): string {
  if (missing !== null) return `${label} (${missing})`;
  return model === null ? label : `${label}, ${model}`;
}

import { Kbd, Modal } from "@mantine/core";
import { Switch } from "../../components/form/Switch.tsx";
import { useReturnedFocus } from "../../components/form/use-returned-focus.ts";
import { keys } from "./keys.ts";

type Props = { single: boolean; setSingle: (on: boolean) => void; onClose: () => void };

export default function KeysHelp({ single, setSingle, onClose }: Props) {
  useReturnedFocus();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={440} returnFocus={false}>
      <dl className="ruled">
        {keys.map(({ keys: [key, ...otherKeys], does }) => (
          <div key={key} className="fact">
            <dt>
              <Kbd>{key}</Kbd>
              {otherKeys.map((otherKey) => (
                <span key={otherKey}>
                  {" or "}
                  <Kbd>{otherKey}</Kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt={16}
        checked={single}
        onChange={(event) => setSingle(event.currentTarget.checked)}
        label="Single-key shortcuts"
        description="Shortcuts without Ctrl or ⌘. Switch them off if you use speech input or press keys by accident."
      />
    </Modal>
  );
}

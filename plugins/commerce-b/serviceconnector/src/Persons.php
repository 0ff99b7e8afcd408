<?php

namespace ServiceConnector;

/** What the law asks of the service's copy. */
final class Persons
{
    /** @var Parts */
    private $parts;
    /** @var Texts */
    private $texts;

    public function __construct(Parts $parts, Texts $texts)
    {
        $this->parts = $parts;
        $this->texts = $texts;
    }

    /** @return bool|string Text: why not. What the service does not take now is asked for again. */
    public function erase(string $email)
    {
        if ($email === '') {
            return true;
        }
        foreach ($this->links() as $link) {
            if (!$this->parts->erasures->request($link, $email)) {
                return $this->texts->erasureFull();
            }
            $this->parts->erasures->work($link, time());
        }

        return true;
    }

    /** @return array<int, array<string, string>>|string Text: why not. */
    public function export(string $email)
    {
        $rows = [];
        foreach ($email === '' ? [] : $this->links() as $link) {
            $response = $this->parts->service->export($link, $email);
            if ($response->isPassing()) {
                $response = $this->parts->service->export($link, $email);
            }
            if (!$response->isSuccess()) {
                return $this->texts->exportLater();
            }
            $rows = array_merge($rows, self::rows($response->body));
        }

        return $rows;
    }

    /** @return array<int, array<string, string>> A row per line: its type, and the record as text */
    public static function rows(string $lines): array
    {
        $rows = [];
        foreach (explode("\n", $lines) as $line) {
            $value = json_decode($line, true);
            if (is_array($value)) {
                $type = is_string($value['type'] ?? null) ? $value['type'] : '';
                unset($value['type']);
                $rows[] = ['type' => $type, 'data' => (string) json_encode($value['record'] ?? $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)];
            }
        }

        return $rows;
    }

    /** @return Link[] */
    private function links(): array
    {
        return array_filter($this->parts->links->all(), function (Link $link) {
            return $link->state === Link::LINKED && $link->isHome(Shop::address($link->shop));
        });
    }
}

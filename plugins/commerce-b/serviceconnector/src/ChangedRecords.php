<?php

namespace ServiceConnector;

/** The records that one request has changed: each once, whatever number of hooks told of it. */
final class ChangedRecords
{
    public const TYPES = ['customers', 'orders', 'products'];

    /** @var array<string, array{0: string, 1: int, 2: bool, 3: int}> */
    private $records = [];

    /** @param int $shop The only shop that has the record. 0: maybe several. */
    public function add(string $type, int $id, bool $isDeleted = false, int $shop = 0): void
    {
        if ($id > 0 && in_array($type, self::TYPES, true)) {
            list(, , $wasDeleted, $knownShop) = $this->records["$type $id"] ?? [$type, $id, false, 0];
            // Parts of a deleted record may be deleted after it.
            $this->records["$type $id"] = [$type, $id, $isDeleted || $wasDeleted, $shop ?: $knownShop];
        }
    }

    public function count(): int
    {
        return count($this->records);
    }

    /** @return list<array{0: string, 1: int, 2: bool, 3: int}> Type, id, whether it is deleted, shop. Empties this. */
    public function take(): array
    {
        $records = array_values($this->records);
        $this->records = [];

        return $records;
    }
}

<?php

namespace ServiceConnector;

/** What the module needs of a database. `{prefix}` in its SQL is the prefix of the shop's tables. */
interface Database
{
    /** @return array<int, array<string, mixed>> */
    public function rows(string $sql): array;

    public function run(string $sql): void;

    /** A value as it stands in SQL, with its quotes. */
    public function quote(string $value): string;
}

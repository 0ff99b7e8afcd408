<?php
// Runs the shop's queue until it is empty, as its cron would: the webhooks leave.
require getcwd() . '/wp-load.php';
$done = 0;
do {
    $ran = ActionScheduler_QueueRunner::instance()->run('rig');
    $done += $ran;
} while ($ran > 0);
echo "\n" . json_encode(['done' => $done]);

<?php
// What happens to a shop with our plugin. Arguments: what, and what it needs.
[, $what] = $argv;
$first = $argv[2] ?? '';
if ($what === 'watch') {
    define('DOING_CRON', true);
}
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/user.php';

function webhooks(): array
{
    global $wpdb;
    return array_map('wc_get_webhook', $wpdb->get_col("SELECT webhook_id FROM {$wpdb->prefix}wc_webhooks WHERE name LIKE 'Service Connector%' ORDER BY webhook_id"));
}

function change(WC_Webhook $webhook, array $values): void
{
    foreach ($values as $name => $value) {
        $webhook->{"set_$name"}($value);
    }
    $webhook->save();
}

$result = [];
switch ($what) {
    case 'owner':
        wp_set_password($first, 1);
        WC_Install::create_pages();
        // No guided tour in the way.
        update_option('woocommerce_onboarding_profile', ['skipped' => true]);
        delete_transient('_wc_activation_redirect');
        break;
    case 'watch':
        do_action('service_connector_watch');
        break;
    case 'role':
        (new WP_User((int) $first))->set_role('subscriber');
        break;
    case 'profile':
        wp_update_user(['ID' => (int) $first, 'first_name' => 'Past ' . $first]);
        break;
    case 'switch-off':
        foreach (webhooks() as $webhook) {
            change($webhook, ['status' => 'disabled', 'failure_count' => 6]);
        }
        break;
    case 'tamper':
        [$one, $other, $third, $fourth] = webhooks();
        $one->delete(true);
        change($other, ['delivery_url' => home_url('/elsewhere')]);
        change($third, ['secret' => 'rotated']);
        change($fourth, ['topic' => 'coupon.created']);
        break;
    case 'webhooks':
        foreach (webhooks() as $webhook) {
            $result[$webhook->get_topic()] = [$webhook->get_status(), $webhook->get_delivery_url(), $webhook->get_secret(), $webhook->get_failure_count()];
        }
        break;
    case 'unschedule':
        wp_unschedule_hook('service_connector_watch');
        break;
    case 'scheduled':
        $result['next'] = wp_next_scheduled('service_connector_watch');
        break;
    case 'other-owner':
        // As if a colleague had linked the shop, who leaves.
        $colleague = wp_insert_user(['user_login' => 'colleague', 'user_pass' => wp_generate_password(), 'role' => 'shop_manager']);
        $wpdb->update($wpdb->prefix . 'woocommerce_api_keys', ['user_id' => $colleague], ['description' => 'Service Connector']);
        wp_delete_user($colleague, 1);
        break;
}
echo "\n" . json_encode($result);
